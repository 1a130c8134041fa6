/** What became of a request that asked for extensions which the card lists. */
export interface Activation {
  readonly asked: readonly string[];
  /** What the header of the answer lists that this dialect has for it. */
  readonly echoed: readonly string[];
  /** What the header lists that another dialect has for it. */
  readonly echoedElsewhere: readonly string[];
  /** The names of the two headers. */
  readonly header: string;
  readonly otherHeader: string;
  /** Whether the request was answered by a result. */
  readonly served: boolean;
}

const URI = 'https://ext.example/1';

/** An activation that went as it should. */
export const HONOURED: Activation = {
  asked: [URI],
  echoed: [URI],
  echoedElsewhere: [],
  header: 'A2A-Extensions',
  otherHeader: 'X-A2A-Extensions',
  served: true,
};
