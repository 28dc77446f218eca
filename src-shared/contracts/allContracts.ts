import { AIRDROP } from './airdrop.ts'
import { BASIC_MESSAGES } from './basicMessages.ts'
import { BEMO } from './bemo.ts'
import { BIDASK } from './bidask.ts'
import { BLUM } from './blum.ts'
import { COCOON } from './cocoon.ts'
import { COFFEE } from './coffee.ts'
import { CONFIG_CONTRACT } from './configContract.ts'
import type { ContractDefinition } from './contractDefinition.ts'
import { CRON } from './cron.ts'
import { CUSTOM_CONTRACTS } from './customContracts.ts'
import { DAOLAMA } from './daolama.ts'
import { DEDUST } from './dedust.ts'
import { DNS } from './dns.ts'
import { ELECTOR } from './elector.ts'
import { ETHENA } from './ethena.ts'
import { EVAA } from './evaa.ts'
import { GAS_PUMP } from './gasPump.ts'
import { HIGHLOAD_WALLET } from './highloadWallet.ts'
import { HIPO } from './hipo.ts'
import { INVOICE } from './invoice.ts'
import { JETTON } from './jetton.ts'
import { JVAULT } from './jvault.ts'
import { LAYERZERO } from './layerzero.ts'
import { LOCKER } from './locker.ts'
import { LOCKUP } from './lockup.ts'
import { MEGATON } from './megaton.ts'
import { MOON } from './moon.ts'
import { MULTISIG } from './multisig.ts'
import { NERD_QR } from './nerdQr.ts'
import { NFT } from './nft.ts'
import { NFT_SALES } from './nftSales.ts'
import { NOMINATOR_POOL } from './nominatorPool.ts'
import { OMNISTON } from './omniston.ts'
import { PAYMENT_CHANNEL } from './paymentChannel.ts'
import { POW_GIVER } from './powGiver.ts'
import { PREPROCESSED_WALLET } from './preprocessedWallet.ts'
import { PTON } from './pton.ts'
import { PYTH } from './pyth.ts'
import { RESTRICTED_WALLET } from './restrictedWallet.ts'
import { STONFI } from './stonfi.ts'
import { STORM } from './storm.ts'
import { SUBSCRIPTION } from './subscription.ts'
import { TEGRO } from './tegro.ts'
import { TELEMINT } from './telemint.ts'
import { TGBTC } from './tgbtc.ts'
import { TONCO } from './tonco.ts'
import { TONKEEPER } from './tonkeeper.ts'
import { TON_STORAGE } from './tonStorage.ts'
import { TONSTAKERS } from './tonstakers.ts'
import { TON_VALIDATORS } from './tonValidators.ts'
import { VESTING } from './vesting.ts'
import { WALLETS } from './wallets.ts'
import { WHALES } from './whales.ts'
import { X1000 } from './x1000.ts'

/**
 * Every contract that Tonscope supports. If two contracts share an opcode, a method or a code, the earlier one
 * determines the name. Layouts are tried in this order.
 */
export const ALL_CONTRACTS: readonly ContractDefinition[] = [
  BASIC_MESSAGES,
  PREPROCESSED_WALLET,
  HIGHLOAD_WALLET,
  WALLETS,
  RESTRICTED_WALLET,
  VESTING,
  TONKEEPER,
  ELECTOR,
  CONFIG_CONTRACT,
  JETTON,
  NFT,
  NFT_SALES,
  DNS,
  TELEMINT,
  MULTISIG,
  PAYMENT_CHANNEL,
  NOMINATOR_POOL,
  TON_VALIDATORS,
  WHALES,
  TONSTAKERS,
  BEMO,
  HIPO,
  ETHENA,
  PTON,
  STONFI,
  DEDUST,
  BIDASK,
  COFFEE,
  TONCO,
  MOON,
  TEGRO,
  MEGATON,
  BLUM,
  GAS_PUMP,
  JVAULT,
  TGBTC,
  PYTH,
  EVAA,
  STORM,
  DAOLAMA,
  COCOON,
  LAYERZERO,
  INVOICE,
  TON_STORAGE,
  CRON,
  SUBSCRIPTION,
  AIRDROP,
  LOCKER,
  LOCKUP,
  POW_GIVER,
  OMNISTON,
  X1000,
  NERD_QR,
  CUSTOM_CONTRACTS,
]
