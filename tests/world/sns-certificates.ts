/** Certificates for tests, with keys that nothing else uses: valid from 2020 to 2120, signed by themselves. */
interface TestCertificate {
  /** base64 of its DER */
  readonly privateKey: string;
  readonly certificate: string;
}

/** For the name sns.amazonaws.com. */
export const AMAZON: TestCertificate = {
  privateKey:
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu9WksBwDgpg2HzH8k8ug2zbWNUWYYZqLMadMGkSYk62hRANCAAQi9EFtkyycVKMhsnkOhZoe0MCIUtzX/27xysrBHzrfFcOmesMyO9N66wV6H1gwnyYcseisPiyghdfuMTrVgB9R",
  certificate: `-----BEGIN CERTIFICATE-----
MIIBIDCByAIBATAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFzbnMuYW1hem9uYXdz
LmNvbTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowHDEaMBgGA1UE
AwwRc25zLmFtYXpvbmF3cy5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQi
9EFtkyycVKMhsnkOhZoe0MCIUtzX/27xysrBHzrfFcOmesMyO9N66wV6H1gwnyYc
seisPiyghdfuMTrVgB9RMAoGCCqGSM49BAMCA0cAMEQCICTw4KOLP8Eo2la9iYZ3
HwtLNyH3mokc1MvZwC2HRXufAiAOmFmZ5ZVkx/wfBI9IMGccNp5mfEfH+DADOlpX
V0Qq+g==
-----END CERTIFICATE-----
`,
};

/** For the name example.com. */
export const STRANGER: TestCertificate = {
  privateKey:
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSNAzJRDpTAdv2TzBrfEqmh42tSPDj1xj8Cqt80qGIXChRANCAAQ1k3722eulOZ5d56a2bTPpZbk100sorBbVWejpambVviunJQ2bwLSuYEeUBnQ8+rutqZLEymQyUDDxWIgfFheV",
  certificate: `-----BEGIN CERTIFICATE-----
MIIBFTCBvAIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtleGFtcGxlLmNvbTAg
Fw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowFjEUMBIGA1UEAwwLZXhh
bXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ1k3722eulOZ5d56a2
bTPpZbk100sorBbVWejpambVviunJQ2bwLSuYEeUBnQ8+rutqZLEymQyUDDxWIgf
FheVMAoGCCqGSM49BAMCA0gAMEUCIQD+zl2BIE0vLJCXe/1vYnaYhaPwejLpjHxA
YG4lnm+b6QIgYmkDpe0Tnd3LfBXBiEJijVqTXECqWfSb0scCnqZedfg=
-----END CERTIFICATE-----
`,
};
