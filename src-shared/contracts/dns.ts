import { type ContractDefinition, method, query } from './contractDefinition.ts'
import { bits256, dnsRecord, ref } from './layout.ts'

/** Domains: TEP-81 and the auctions of .ton. */
export const DNS: ContractDefinition = {
  name: 'DNS',
  interfaces: [{ name: 'dns', methods: ['dnsresolve'] }],
  codes: [
    { hash: 'i1/8nr/TkGTY1fVuRlnIJrt1k5I/XKSHKL5NYK9vUfk=', title: '.ton domain' },
    // tonlib's manual DNS.
    {
      hash: 'c1Ot4+H3y+3FJbPnvDIm/lrIJ2+lJ5rDf7bvvIj0Irc=',
      title: 'manual DNS',
      tonlib: { kind: 'dns.accountState', revision: -1 },
    },
    {
      hash: 'oNZ9LeiRn+e3yndlLM1P3FbGid56aRYeRfsNzF5HwVU=',
      title: 'manual DNS r1',
      tonlib: { kind: 'dns.accountState', revision: 1 },
      methods: ['get_public_key', 'dnsresolve'],
    },
  ],
  accounts: [
    {
      network: 'mainnet',
      address: '0:b774d95eb20543f186c06b371ab88ad704f7e256130caf96189368a7d0cb6ccf',
      title: 'root of .ton',
    },
    {
      network: 'testnet',
      address: '0:e33ed33a42eb2032059f97d90c706f8400bb256d32139ca707f1564ad699c7dd',
      title: 'root of .ton',
    },
    {
      network: 'mainnet',
      address: '0:80d78a35f955a14b679faa887ff4cd5bfc0f43b4a4eea2a7e6927f3701b273c2',
      title: 'root of .t.me',
    },
  ],
  methods: [
    method(
      'dnsresolve',
      { domain: 'slice', category: 'number' },
      { 'bits resolved': 'number', record: 'cell?' },
    ),
    method('get_domain', {}, { domain: 'slice' }),
    method('get_full_domain', {}, { domain: 'slice' }),
    method('get_auction_info', {}, { 'highest bidder': 'address?', bid: 'number', end: 'number' }),
    method('get_last_fill_up_time', {}, { 'filled up at': 'number' }),
  ],
  messages: [
    { ...query('dns_balance_release', 0x4ed14b65), title: 'DNS balance release' },
    {
      ...query('change_dns_record', 0x4eb1f0f9, { key: bits256, value: ref(dnsRecord) }),
      title: 'change DNS record',
    },
    query('delete_dns_record', 0x4eb1f0f9, { key: bits256 }),
    query('process_governance_decision', 0x44beae41),
    query('auction_fill_up', 0x370fec51),
    query('outbid_notification', 0x557cea20),
  ],
}
