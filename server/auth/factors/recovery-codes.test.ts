import { expect, test } from "vitest";
import { parseRecoveryCode } from "./recovery-codes.ts";

test.each(["k4m9x7qp2ab8ht3z", "K4M9X7QP2AB8HT3Z", "k4m9-x7qp-2ab8-ht3z", " k4m9 x7qp\n2ab8 ht3z "])(
  "%j is read as one code, as it was created",
  (typed) => {
    expect(parseRecoveryCode(typed)).toBe("k4m9x7qp2ab8ht3z");
  },
);

test.each(["", "123456", "k4m9x7qp2ab8ht3", "k4m9x7qp2ab8ht3zz", "k4m9x7qp2ab8ht30"])(
  "%j is not a recovery code",
  (typed) => {
    expect(parseRecoveryCode(typed)).toBeUndefined();
  },
);
