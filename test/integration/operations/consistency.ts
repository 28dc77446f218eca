import { beginCell, Cell } from '@ton/core'
import { expect } from 'vitest'

/** compatibility-v2 §7.4: invariants of every transaction and message. */

type Json = { readonly [name: string]: unknown }

/** A comment of this many bytes is in one cell, if the wallet put it in one. */
const MAX_INLINE_TEXT = 123

function rootHash(boc: unknown): string {
  return Cell.fromBase64(boc as string)
    .hash()
    .toString('base64')
}

function checkMessage({ body_hash, msg_data }: Json): boolean {
  const { '@type': type, body, text } = msg_data as Json
  if (type === 'msg.dataRaw') {
    expect(rootHash(body)).toBe(body_hash)
    return true
  }
  const bytes = Buffer.from(text as string, 'base64')
  if (type !== 'msg.dataText' || bytes.length > MAX_INLINE_TEXT) return false
  const comment = beginCell().storeUint(0, 32).storeBuffer(bytes).endCell()
  expect(comment.hash().toString('base64')).toBe(body_hash)
  return true
}

function checkTransaction(transaction: Json): void {
  const { fee, storage_fee, other_fee, data, transaction_id } = transaction
  expect(BigInt(fee as string)).toBe(BigInt(storage_fee as string) + BigInt(other_fee as string))
  expect(rootHash(data)).toBe((transaction_id as Json).hash)
}

export type Checked = { transactions: number; messages: number }

/** Checks every transaction and message in a result, and counts them. */
export function checkConsistency(
  value: unknown,
  checked: Checked = { transactions: 0, messages: 0 },
): Checked {
  if (typeof value !== 'object' || value === null) return checked
  const type = (value as Json)['@type']
  if (/^(raw|ext)\.transaction(Ext)?$/.test(String(type))) {
    checkTransaction(value as Json)
    checked.transactions++
  } else if (/^(raw|ext)\.message$/.test(String(type))) {
    if (checkMessage(value as Json)) checked.messages++
  }
  for (const part of Object.values(value)) checkConsistency(part, checked)
  return checked
}
