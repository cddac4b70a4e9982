/** The one who asks as a student. Some rows of the fixture are hers, others are not. */
export const STUDENT = {
  sub: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
  role: "authenticated",
  aud: "authenticated",
  email: "asha@example.org",
};
