import { TypedError } from '#shared/typedError.ts'
import type { CallContext } from '../../../../src-main/platform/rpc/contract.ts'

/** An error with a field, of a class that both threads know. */
export class TestError extends TypedError<number> {}

/** How the thread of workerThread.test.ts starts. */
export type TestStart = 'well' | 'fails' | 'never'

export type TestContract = {
  options: { readonly start: TestStart; readonly secret: Buffer }
  ready: { readonly secret: Buffer }
  methods: {
    echo(value: unknown): unknown
    describe(value: Buffer): string
    bytes(length: number): Uint8Array
    refuse(code: number): never
    countTo(most: number, context: CallContext<number>): Promise<number>
    untilAborted(_: undefined, context: CallContext): Promise<string>
    /** Returns whether the signal of the last untilAborted was aborted. */
    wasAborted(_: undefined): boolean
    doubled(value: string): Promise<string>
    exit(code: number): never
    loop(_: undefined): never
    /** The thread's close rejects with this text. */
    failClose(reason: string): void
  }
  events: { counted: number }
  host: { double(value: string): string; refuse(value: string): never }
}
