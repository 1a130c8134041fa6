const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'part of its path is a file, no folder',
  EISDIR: 'it is a folder',
  EACCES: "this user isn't allowed to",
  EPERM: "this user isn't allowed to",
  EROFS: 'its disk can only be read',
  ENOSPC: 'its disk is full',
};

/** Why a file can't be read or written, in words, as the end of a sentence. */
export function fileWords(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return WORDS[code] ?? message;
}
