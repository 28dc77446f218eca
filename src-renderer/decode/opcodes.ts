/** Names of message opcodes that many contracts share (TEP-62, 74, 81, 85, the wallets, the elector). */
const OPCODE_NAMES: Readonly<Record<number, string>> = {
  0: 'comment',
  260734629: 'jetton transfer',
  395134233: 'jetton internal transfer',
  1935855772: 'jetton notification',
  1499400124: 'jetton burn',
  2078119902: 'jetton burn notification',
  21: 'jetton mint',
  1680571655: 'jetton mint',
  1694626644: 'jetton change admin',
  3576854235: 'excess',
  745978227: 'provide wallet address',
  3513996288: 'take wallet address',
  1607220500: 'NFT transfer',
  85167505: 'NFT ownership assigned',
  801842850: 'NFT get static data',
  2339837749: 'NFT report static data',
  1765620048: 'get royalty',
  2831876269: 'report royalty',
  560454219: 'encrypted comment',
  1320284409: 'change DNS record',
  1322339173: 'DNS balance release',
  1936287598: 'wallet signed request',
  1936289396: 'wallet signed request',
  1702392942: 'wallet extension request',
  1886156135: 'wallet plugin request',
  1685288050: 'wallet plugin removal',
  1852798053: 'wallet plugin notification',
  1316189259: 'elector new stake',
  4084484172: 'elector stake accepted',
  4000269644: 'elector stake returned',
  1197831204: 'elector recover stake',
  4184830756: 'elector stake recovered',
}

/** A name where one is known; the digits are always there to check it against. */
export function opcodeName(opcode: number): string | undefined {
  return OPCODE_NAMES[opcode]
}

/** `0x0f8a7ea5` */
export function opcodeHex(opcode: number): string {
  return `0x${opcode.toString(16).padStart(8, '0')}`
}
