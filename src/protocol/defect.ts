/**
 * Departures from the text of the peer's dialect that real peers show. What a dialect allows or leaves open is none. All
 * are read nevertheless, but for those of `LOSES_FRAME`, and where a `failure` follows.
 */
export type Defect =
  /** Another media type than the binding has. */
  | 'content-type'
  /** Characters before the JSON that do not belong to it. */
  | 'control-character'
  /** A delivery to a web-hook came without the credentials that its registration asked for. */
  | 'credentials'
  /** Nested deeper than is read: as a frame a hole in its stream, as an answer followed by a failure. */
  | 'depth'
  /** Nothing says what an object is: no wrapper in 1.0, no `kind` before. */
  | 'discriminator'
  /** An object has a key twice: another reader of these bytes may take another value than this one did. */
  | 'duplicate-key'
  /** An event without data, as some send to keep a stream alive. It held nothing, so nothing is lost. */
  | 'empty-frame'
  /** Not UTF-8. */
  | 'encoding'
  /** JSON-RPC: no proper envelope. HTTP+JSON: an envelope. */
  | 'envelope'
  /** An error in the place of a success. */
  | 'error-in-success'
  /** An error that is not in the form of the binding; where nothing of it is, perhaps not the agent's own. */
  | 'error-shape'
  /** A member is absent, of a wrong type, or not where it belongs. */
  | 'field'
  /** A frame beyond the limit; the stream is left. */
  | 'frame-size'
  /** JSON-RPC: an error with another HTTP status than 200. */
  | 'http-status'
  /** A frame could not be understood, so the stream has a hole. Told behind the reason for it. */
  | 'lost-frame'
  | 'not-json'
  /** A streaming call was answered by a result, but by no event stream. */
  | 'not-sse'
  /** In the form of another version of A2A. */
  | 'other-dialect'
  | 'rpc-id'
  /** A state in a spelling of no version, or not of this one. */
  | 'state-spelling'
  /** A time in UTC that is written as an offset of zero, where the text has a Z. */
  | 'time-form'
  /** A call that is answered once was answered by an event stream. */
  | 'unasked-stream'
  /** The last frame of a stream lacks the blank line that ends it. */
  | 'unfinished-frame'
  /** A state that no version knows. */
  | 'unknown-state';

/** The defects of a frame that leave a hole in its stream. */
export const LOSES_FRAME: ReadonlySet<Defect> = new Set(['depth', 'frame-size', 'lost-frame']);
