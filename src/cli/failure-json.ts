/** The shape of the JSON that a command writes where it comes to no result. It changes only with another number. */
const SCHEMA_VERSION = 1;

/** Why there is no result, for programs. Commands put what they know beside it, such as the target. */
export function failureJson(
  { code, message }: { readonly code: string; readonly message: string },
  facts: { readonly exitCode: number; readonly target?: string },
): unknown {
  return { schemaVersion: SCHEMA_VERSION, ...facts, error: { code, message } };
}
