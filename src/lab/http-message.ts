/** A request as it came. Header names are in lower case. */
export interface HttpRequest {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A whole HTTP answer; of a stream, its head alone. */
export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Those beside the content's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Changes an answer when it leaves, whatever the dialect made of it. */
export type Dress = (answer: HttpAnswer) => HttpAnswer;

/** The dress that comes on top of another. */
export function dressed(under: Dress | undefined, over: Dress): Dress {
  return under === undefined ? over : (answer) => over(under(answer));
}

/** Adds headers to an answer. */
export function withHeaders(headers: Readonly<Record<string, string>>): Dress {
  return (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });
}
