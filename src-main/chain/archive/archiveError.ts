import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
/**
 * The error for an archive that cannot be opened, or a part of it that cannot be used. `file` names the
 * faulty file.
 */
export class ArchiveError extends TypedError {
  readonly file: string
  readonly reason: string

  constructor(file: string, reason: string, options?: TypedErrorOptions) {
    super('archive', `${file}: ${reason}`, options)
    this.file = file
    this.reason = reason
  }
}
