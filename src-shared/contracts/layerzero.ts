import type { ContractDefinition, MessageFacts } from './contractDefinition.ts'

const unlisted = (name: string, opcode: number): MessageFacts => ({ name, opcode, isUnlisted: true })

/** LayerZero: messages between chains. v3 has no names for its messages: these name the receiver and the purpose. */
export const LAYERZERO: ContractDefinition = {
  name: 'LayerZero',
  messages: [
    unlisted('layerzero_endpoint_send', 0xdd4ea3b4),
    unlisted('layerzero_channel_send', 0x536feb09),
    unlisted('layerzero_msglib_send', 0x4002b790),
    unlisted('layerzero_uln_send', 0x5de68393),
    unlisted('layerzero_channel_sent', 0x421c1a25),
    unlisted('layerzero_event', 0xe33b9873),
    unlisted('layerzero_send_callback', 0xa2b5fbae),
    unlisted('layerzero_receive', 0x22f3ac09),
    unlisted('layerzero_oapp_receive', 0x97df404c),
    unlisted('layerzero_receive_lock', 0xb7680bc6),
    unlisted('layerzero_oapp_received', 0x0c7b8418),
    unlisted('layerzero_receive_callback', 0xcaae25a1),
    unlisted('layerzero_commit', 0x28b97077),
    unlisted('layerzero_uln_commit', 0xf9d37b80),
    unlisted('layerzero_endpoint_commit', 0x5dab749a),
    unlisted('layerzero_channel_commit', 0x5388cd88),
    unlisted('layerzero_commit_callback', 0x5e178f33),
    unlisted('layerzero_dvn_verify', 0xa0d51a8d),
    unlisted('layerzero_proxy_verify', 0x09f047d9),
    unlisted('layerzero_uln_verify', 0x994aaf4e),
    unlisted('layerzero_connection_verify', 0x4ec8f80a),
    unlisted('layerzero_verify_callback', 0x3cb38090),
  ],
}
