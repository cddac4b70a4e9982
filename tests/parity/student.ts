/** The token claims of the student, who owns some of the rows in the fixture. */
export const STUDENT_CLAIMS = {
  sub: "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
  role: "authenticated",
  aud: "authenticated",
  email: "asha@example.org",
};
