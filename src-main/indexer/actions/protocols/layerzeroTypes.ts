import type { ActionType } from '../actionType.ts'
import { dataOf, decimal, integer } from '../details.ts'
import { packetDetails, sendingDetails } from './layerzeroPacket.ts'

/** Details of LayerZero's actions (docs/actions §12.9). */

const layerzeroType = (name: string, details: NonNullable<ActionType['details']>): ActionType => ({
  name: `layerzero_${name}`,
  since: 'v3',
  groups: ['layerzero'],
  details,
})

export const LAYERZERO_TYPES: readonly ActionType[] = [
  layerzeroType('send', (row) => ({
    initiator: row.source ?? null,
    layerzero_send_data: sendingDetails(row.layerzero_send_data),
    layerzero_packet_data: packetDetails(row.layerzero_packet_data),
  })),
  layerzeroType('send_tokens', (row) => ({
    sender: row.source ?? null,
    sender_wallet: row.source_secondary ?? null,
    oapp: row.destination ?? null,
    oapp_wallet: row.destination_secondary ?? null,
    asset: row.asset ?? null,
    amount: decimal(row.amount),
    layerzero_send_data: sendingDetails(row.layerzero_send_data),
    layerzero_packet_data: packetDetails(row.layerzero_packet_data),
  })),
  layerzeroType('receive', (row) => ({
    sender: row.source ?? null,
    oapp: row.destination ?? null,
    channel: row.destination_secondary ?? null,
    layerzero_packet_data: packetDetails(row.layerzero_packet_data),
  })),
  layerzeroType('commit_packet', (row) => ({
    sender: row.source ?? null,
    endpoint: row.source_secondary ?? null,
    uln: row.destination ?? null,
    uln_connection: row.destination_secondary ?? null,
    channel: row.asset ?? null,
    msglib_connection: row.asset_secondary ?? null,
    layerzero_packet_data: packetDetails(row.layerzero_packet_data),
  })),
  layerzeroType('dvn_verify', (row) => {
    const data = dataOf(row.layerzero_dvn_verify_data)
    return {
      initiator: row.source ?? null,
      nonce: integer(data.nonce),
      status: data.status ?? null,
      dvn: data.dvn ?? null,
      proxy: data.proxy ?? null,
      uln: data.uln ?? null,
      uln_connection: data.uln_connection ?? null,
    }
  }),
]
