import { bytesToBase64 } from '#shared/ton/base64.ts'
import { writeBagOfCells } from '#shared/ton/cells/writeBagOfCells.ts'
import type { ExternalMessage } from '../decode/externalMessage.ts'
import { postV2 } from './request.ts'

function boc(cell: ExternalMessage['body'] | undefined): string {
  return cell ? bytesToBase64(writeBagOfCells(cell)) : ''
}

/** Estimates the fees of a message at its receiver, without checking its signature. */
export function estimateFee(message: ExternalMessage, signal: AbortSignal) {
  const { address, body, init } = message
  return postV2(
    'estimateFee',
    {
      address,
      body: boc(body),
      init_code: boc(init?.code),
      init_data: boc(init?.data),
      ignore_chksig: true,
    },
    signal,
  )
}

/** Sends a message (a bag of cells) to the network unchanged. */
export function sendMessage(bytes: Uint8Array, signal: AbortSignal) {
  return postV2('sendBocReturnHash', { boc: bytesToBase64(bytes) }, signal)
}
