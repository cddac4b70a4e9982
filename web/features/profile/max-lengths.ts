/** The limits of the database constraint profiles_stay_small, in characters. */
export const MAX_LENGTHS = {
  first_name: 100,
  last_name: 100,
  email: 255,
  phone: 30,
  address_line_1: 200,
  address_line_2: 200,
  city: 100,
  state: 100,
  pin_code: 20,
} as const;
