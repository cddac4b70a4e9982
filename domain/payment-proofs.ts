/** The pictures of payments that students send. The limits are those of the bucket, and of its rules in the database. */
export const PAYMENT_PROOF_BUCKET = "payment-proofs";
