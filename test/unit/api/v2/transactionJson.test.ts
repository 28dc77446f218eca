import { Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import {
  extTransaction,
  openTransaction,
  rawTransaction,
  rawTransactionExt,
} from '../../../../src-main/api/v2/transactionJson.ts'

/** A wallet's deployment with a transfer and comment, as the reference server printed it. */
const RECORDED = {
  '@type': 'ext.transaction',
  address: {
    '@type': 'accountAddress',
    account_address: 'EQBoGNyHrU0ZKOO9nMKhnea6NeCe2VYB_fD-KDjQzwfNiLnc',
  },
  account: '0:6818DC87AD4D1928E3BD9CC2A19DE6BA35E09ED95601FDF0FE2838D0CF07CD88',
  utime: 1795238279,
  data: 'te6cckECDAEAAuUAA7N2gY3IetTRko472cwqGd5ro14J7ZVgH98P4oONDPB82IAAAAAALcbAHTfhNJEkPAQ47B3EcKYE30GNpxPGNZPcrnrsSMI+OLTwAAAAACFg7BawEphwACRVLIgBAgMCAeAEBQCCcvZslwh522enCpA7ce3UXP7wF3Q4tjYNJarHqfCziV9+y8Up4QOGZss7YThCY1BCwfxsWrPrNZH047fnGHaeWMkCDQxARhNSBEAKCwPRiADQMbkPWpoyUcd7OYVDO810a8E9sqwD++H8UHGhng+bEBGAE9yi9I8IX/PvSJRbR2u5KiEYFonD0R45pNfrgs+zi0F/r8xbnmBWXf4XW+wNL6esgvWeCN1BVk4XTnf+/dch4AAAAABwBgcIAQHfCQC6/wAg3SCCAUyXuiGCATOcurGccbDtRNDTH9cL/+ME4KTyYIECANcYINcLH+1E0NMf0//RURK68qEi+QFUEET5EPKi+AAB0x8xINdKltMH1AL7AN7RpMjLH8v/ye1UAEgAAAAAYHdgJSlMwOPM7zAorpibYRVJ7ZzArDghSMjWHxJI5JgAjkIACNonIdPFC0Nm47zDrYprtQS3jofmB7/LVezlgOeAebMiy0F4AAAAAAAAAAAAAAAAAAAAAAAAaGVsbG8gZnJvbSB2MXIzANNIANAxuQ9amjJRx3s5hUM7zXRrwT2yrAP74fxQcaGeD5sRAARtE5Dp4oWhs3HeYdbFNdqCW8dD8wPf5ar2csBzwDzZkWWgvAAChgAAAAAFuNgE1gJTDgAAAAA0MrY2N5AzOTe2kDsYuRnAAJ1BVAMTiAAAAAAAAAAADQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAGfIskSEAAAAAAACAAAAAAAD03G3B1IARC8PPD+18+0tcL3ZrFCM2eTRAJXn9EFZYRhAUBpMIVI1GA==',
  transaction_id: {
    '@type': 'internal.transactionId',
    lt: '48000001',
    hash: 'tp0fbzwIZEePskQrkSK3cXOQB5vdh/Pfzdw7R08JTBA=',
  },
  fee: '43431',
  storage_fee: '1',
  other_fee: '43430',
  in_msg: {
    '@type': 'ext.message',
    hash: 'FUhJmjjhva94VcEnZpxcMDOIgnYEt/xzF/0bSsPaL6U=',
    source: '',
    destination: 'EQBoGNyHrU0ZKOO9nMKhnea6NeCe2VYB_fD-KDjQzwfNiLnc',
    value: '0',
    extra_currencies: [],
    fwd_fee: '0',
    ihr_fee: '0',
    created_lt: '0',
    body_hash: 'aXKoB6B66IWfBqNuKWTgowcu4UPDN4AgZCHzky+fEuA=',
    msg_data: {
      '@type': 'msg.dataRaw',
      body: 'te6cckEBAgEAkQABigCe5RekeEL/n3pEoto7XclRCMC0Th6I8c0mv1wWfZxaC/1+YtzzArLv8LrfYGl9PWQXrPBG6gqycLpzv/fuuQ8AAAAAAwEAjkIACNonIdPFC0Nm47zDrYprtQS3jofmB7/LVezlgOeAebMiy0F4AAAAAAAAAAAAAAAAAAAAAAAAaGVsbG8gZnJvbSB2MXIzGPV9cQ==',
      init_state:
        'te6cckEBAwEAigACATQBAgC6/wAg3SCCAUyXuiGCATOcurGccbDtRNDTH9cL/+ME4KTyYIECANcYINcLH+1E0NMf0//RURK68qEi+QFUEET5EPKi+AAB0x8xINdKltMH1AL7AN7RpMjLH8v/ye1UAEgAAAAAYHdgJSlMwOPM7zAorpibYRVJ7ZzArDghSMjWHxJI5Jjem8un',
    },
    message: 'AJ7lF6R4Qv+fekSi2jtdyVEIwLROHojxzSa/XBZ9nFoL/X5i3PMCsu/wut9gaX09ZBes8EbqCrJwunO/9+65DwAAAAAD\n',
  },
  out_msgs: [
    {
      '@type': 'ext.message',
      hash: 'nebeg1qGinAavFnCTA5Xss2Xbr3iYvJ3L2oa5J0z5rE=',
      source: 'EQBoGNyHrU0ZKOO9nMKhnea6NeCe2VYB_fD-KDjQzwfNiLnc',
      destination: 'EQARtE5Dp4oWhs3HeYdbFNdqCW8dD8wPf5ar2csBzwDzZqcC',
      value: '1500000000',
      extra_currencies: [],
      fwd_fee: '67',
      ihr_fee: '0',
      created_lt: '48000002',
      body_hash: '8j2dge7oc7gbOytGc79tBUYak9Kfyb8unPY+ylxI9q0=',
      msg_data: {
        '@type': 'msg.dataText',
        text: 'aGVsbG8gZnJvbSB2MXIz',
      },
      message: 'hello from v1r3',
    },
  ],
}

describe('extTransaction', () => {
  const opened = openTransaction(Cell.fromBase64(RECORDED.data))

  it("has the reference's fields in its order", () => {
    expect(JSON.stringify(extTransaction(opened, 0), null, 1)).toBe(JSON.stringify(RECORDED, null, 1))
  })

  it('has fees that add up', () => {
    const { fee, storage_fee, other_fee } = extTransaction(opened, 0)
    expect(BigInt(fee)).toBe(BigInt(storage_fee) + BigInt(other_fee))
  })

  it('takes the workchain from the block', () => {
    expect(extTransaction(opened, -1).account).toBe(RECORDED.account.replace('0:', '-1:'))
  })
})

describe('rawTransaction', () => {
  const opened = openTransaction(Cell.fromBase64(RECORDED.data))

  it('differs by types, addresses as objects and the absent message', () => {
    const raw = rawTransaction(opened, 0)
    expect(raw['@type']).toBe('raw.transaction')
    expect(raw).not.toHaveProperty('account')
    expect(raw.in_msg?.source).toEqual({ '@type': 'accountAddress', account_address: '' })
    expect(raw.out_msgs[0]?.destination.account_address).toBe(RECORDED.out_msgs[0]?.destination)
    expect(raw.in_msg).not.toHaveProperty('message')
  })

  it('has the account as its last field in blocks', () => {
    const { account, ...rest } = rawTransactionExt(opened, 0)
    expect(account).toBe(RECORDED.account)
    expect({ ...rest, '@type': 'raw.transaction' }).toEqual(rawTransaction(opened, 0))
  })
})
