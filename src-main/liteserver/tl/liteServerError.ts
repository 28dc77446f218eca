import { int, string } from './codec.ts'
import { tlConstructor } from './combinator.ts'

/** What any function may answer instead of its result. */
export const liteServerError = tlConstructor('liteServer.error code:int message:string = liteServer.Error', {
  code: int,
  message: string,
})
