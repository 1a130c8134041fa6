/** Why a lab peer can't be started or changed as asked. */
export type LabErrorCode =
  | 'unknown-deviation'
  | 'unfit-deviation'
  | 'unknown-knob'
  | 'unfit-binding'
  | 'unfit-option'
  | 'unknown-option'
  | 'port-in-use'
  | 'unreachable-upstream'
  | 'bad-probability'
  | 'bad-choice';

/** A wrong request to the lab. */
export class LabError extends Error {
  readonly code: LabErrorCode;

  constructor(code: LabErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LabError';
    this.code = code;
  }
}
