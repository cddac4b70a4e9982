/** A mail for a transport. Every text that goes into a header has been validated. */
export interface Envelope {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly envelope: { readonly from: string; readonly to: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: Buffer;
  }[];
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Transport {
  readonly concurrency: number;
  deliver(envelope: Envelope): Promise<void>;
  close(): Promise<void>;
}
