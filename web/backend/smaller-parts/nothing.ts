// Stands in for parts of the official client that nobody calls: sign-in with Ethereum, and Iceberg catalogs.

function notIncluded(): never {
  throw new Error("This part of the client is not included.");
}

export {
  notIncluded as createSiweMessage,
  notIncluded as fromHex,
  notIncluded as getAddress,
  notIncluded as IcebergRestCatalog,
  notIncluded as toHex,
};
