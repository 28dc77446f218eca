import { describe, expect, test } from 'vitest'
import * as adnlMessages from '../../../../src-main/liteserver/tl/adnlMessages.ts'
import { normaliseSchemeLine, parseSchemeLine } from '../../../../src-main/liteserver/tl/constructorId.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import * as liteQuery from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { liteServerError } from '../../../../src-main/liteserver/tl/liteServerError.ts'
import * as proofs from '../../../../src-main/liteserver/tl/proofs.ts'
import * as transactions from '../../../../src-main/liteserver/tl/transactions.ts'

describe('parseSchemeLine', () => {
  test('ignores parentheses, line breaks, comments and the semicolon', () => {
    const line = 'test.x ids:(vector int)\n    n:# = test.X; // prefix'
    expect(normaliseSchemeLine(line)).toBe('test.x ids:vector int n:# = test.X')
    expect(parseSchemeLine(line)).toMatchObject({
      name: 'test.x',
      result: 'test.X',
      fields: [
        { name: 'ids', type: 'vector int' },
        { name: 'n', type: '#' },
      ],
    })
  })

  test('prefers an id in the line to its CRC-32', () => {
    expect(parseSchemeLine('test.x#091a58bc = test.X').id).toBe(0x091a58bc)
  })

  test('throws for anything else', () => {
    expect(() => parseSchemeLine('test.x id:int')).toThrow('not a TL combinator')
  })
})

/** Ids as other software has them: the reference node's, ton-lite-client's, recorded frames. */
test.each([
  [liteApi.getMasterchainInfo, 0x89b5e62e],
  [liteApi.getTime, 0x16ad5a34],
  [liteApi.getBlock, 0x6377cf0d],
  [liteApi.sendMessage, 0x690ad482],
  [liteApi.getAccountState, 0x6b890e25],
  [liteApi.runSmcMethod, 0x5cc65dd2],
  [liteApi.getTransactions, 0x1c40e7a1],
  [liteApi.lookupBlock, 0xfac8f71e],
  [liteApi.listBlockTransactions, 0xadfcc7da],
  [liteApi.getBlockProof, 0x8aea9c44],
  [liteApi.getValidatorStats, 0x091a58bc],
  [liteApi.getLibraries, 0xd122b662],
  [liteQuery.query, 0x798c06df],
  [liteQuery.queryPrefix, 0x72d3e686],
  [liteQuery.waitMasterchainSeqno, 0xbaeab892],
  [liteServerError, 0xbba9e148],
  [transactions.transactionList, 0x6f26c60b],
  [transactions.blockTransactions, 0xbd8cad2b],
  [proofs.partialBlockProof, 0x8ed0d2c1],
  [proofs.blockLinkBack, 0xef7e1bef],
  [proofs.blockLinkForward, 0x520fce1c],
  [proofs.signatureSetOrdinary, 0xf644a6e6],
  [proofs.signatureSetSimplex, 0xac249800],
  [adnlMessages.adnlQuery, 0xb48bf97a],
  [adnlMessages.adnlAnswer, 0x0fac8416],
  [adnlMessages.tcpPing, 0x4d082b9a],
  [adnlMessages.tcpPong, 0xdc69fb03],
])('computes the known id of a constructor (case %#)', ({ id }, known) => {
  expect(id.toString(16)).toBe(known.toString(16))
})
