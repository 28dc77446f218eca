import { hexOfBase64 } from './hexOfBase64.ts'

type Named = { readonly address: string; readonly lt: string; readonly hash: string }

/** Parameters of the transaction page, from an account, lt and base64 hash. */
export function transactionParams({ address, lt, hash }: Named) {
  return { account: address, lt, hash: hexOfBase64(hash) }
}
