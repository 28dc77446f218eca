import { int, string } from './codec.ts'
import { tlConstructor } from './combinator.ts'

/** The answer of any function on failure, instead of its result. */
export const liteServerError = tlConstructor('liteServer.error code:int message:string = liteServer.Error', {
  code: int,
  message: string,
})
