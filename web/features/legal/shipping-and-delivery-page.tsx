export const handle = { isStatic: true };

export default function ShippingPage() {
  return <h1>Shipping</h1>;
}
