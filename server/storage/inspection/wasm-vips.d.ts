/** The part of wasm-vips that we use. TypeScript does not find the package's own types with ES modules. */
declare module "wasm-vips" {
  export interface Image {
    readonly width: number;
    readonly height: number;
    crop(left: number, top: number, width: number, height: number): Image;
    avg(): number;
    delete(): void;
  }
  export interface LoadOptions {
    readonly access: "sequential";
    readonly fail_on: "none" | "truncated" | "error" | "warning";
    readonly [option: string]: unknown;
  }
  export interface Vips {
    readonly Image: Record<
      "jpegloadBuffer" | "pngloadBuffer" | "webploadBuffer",
      (bytes: Uint8Array, options: LoadOptions) => Image
    >;
    readonly Cache: { max(operations: number): void };
    concurrency(threads: number): void;
    operationBlock(name: string, state: boolean): void;
  }
  export interface Options {
    readonly dynamicLibraries: readonly string[];
    print(text: string): void;
    printErr(text: string): void;
    preRun(module: { readonly ENV: Record<string, string> }): void;
  }
  // biome-ignore lint/style/noDefaultExport: the package exports nothing else
  export default function createVips(options: Options): Promise<Vips>;
}

/** The part of the global object that the decoder uses. The types of Node.js 20 lack it. */
declare var WebAssembly: {
  Memory: new (wanted: { initial: number; maximum?: number; shared?: boolean }) => object;
  readonly RuntimeError: new () => Error;
};
