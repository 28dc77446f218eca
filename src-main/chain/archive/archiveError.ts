/**
 * The error for an archive that cannot be opened, or a part of it that cannot be used. `file` names the
 * faulty file.
 */
export class ArchiveError extends Error {
  readonly file: string
  readonly reason: string

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options)
    this.name = 'ArchiveError'
    this.file = file
    this.reason = reason
  }
}
