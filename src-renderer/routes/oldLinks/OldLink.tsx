import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo } from 'react'
import { base } from '../../api/base.ts'
import { indexedBlockId } from '../../api/blockId.ts'
import { resolvedDomainQuery } from '../../api/domains.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import { ErrorState, LoadingText } from '../../components/states.tsx'
import { bookAddress } from '../../decode/indexedTransaction.ts'
import { hexOfBase64 } from '../../format/hexOfBase64.ts'
import { transactionAtQuery, transactionByLtQuery } from '../../search/findTransaction.ts'
import type { ParsedQuery } from '../../search/readPlain.ts'
import { readQuery } from '../../search/readQuery.ts'
import { blockSearch, transactionSearch } from '../../search/targets.ts'
import { useHashObjects } from '../../search/useHashObjects.ts'
import { MissingPage } from '../MissingPage.tsx'

/** Replaces the page by another one of the explorer. */
function Redirect({ path }: { readonly path: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(base.at(path)), [history, path])
  return <Waiting />
}

function Waiting() {
  return (
    <>
      <title>Opening · Tonscope</title>
      <h1 className="visually-hidden">Opening a link</h1>
      <LoadingText what="the page" />
    </>
  )
}

function accountPath(address: string): string {
  return `/account/${encodeURIComponent(address)}`
}

function tracePath(hash: string): string {
  return `/trace/${hash}`
}

/** Opens the transaction, block, account or library with a hash, otherwise its trace, which can still appear. */
function HashLink({ hash, isAccount }: { readonly hash: string; readonly isAccount: boolean }) {
  const { indexed, addresses, accounts, isLibrary, isPending } = useHashObjects(hash)
  const { transaction, messageOf, block, book } = indexed.data ?? {}
  const address = transaction && book && bookAddress(book, transaction.account)
  const [account] = accounts
  if (transaction && address !== undefined) {
    return <Redirect path={transactionSearch(address, transaction.lt, hash, '').path} />
  }
  if (messageOf) return <Redirect path={tracePath(hash)} />
  if (block) return <Redirect path={blockSearch(indexedBlockId(block.json), '').path} />
  if (account !== undefined) return <Redirect path={accountPath(account)} />
  if (isLibrary) return <Redirect path={`/library/${hash}`} />
  if (indexed.isPending || isPending) return <Waiting />
  return <Redirect path={isAccount ? accountPath(addresses[0] ?? '') : tracePath(hash)} />
}

/** Opens a transaction by lt and hash, otherwise what has the hash. */
function TransactionLink({ lt, hash }: { readonly lt: string; readonly hash: string }) {
  const { data, isPending } = useQuery(transactionByLtQuery(useNetwork(), useHead()?.seqno ?? 1, lt, hash))
  if (data) return <Redirect path={transactionSearch(data.address, lt, hash, '').path} />
  return isPending ? <Waiting /> : <HashLink hash={hash} isAccount={false} />
}

/** Opens the transaction of an account at a logical time, otherwise the account. */
function PlacedLink({ address, lt }: { readonly address: string; readonly lt: string }) {
  const { data, isPending } = useQuery(transactionAtQuery(useNetwork(), address, lt))
  if (data) return <Redirect path={transactionSearch(address, lt, hexOfBase64(data.hash), '').path} />
  return isPending ? <Waiting /> : <Redirect path={accountPath(address)} />
}

/** Opens the wallet of a domain, otherwise its item. */
function DomainLink({ name }: { readonly name: string }) {
  const { data, error, refetch } = useQuery(resolvedDomainQuery(useNetwork(), name))
  const target = data?.wallet ?? data?.item
  if (target !== undefined) return <Redirect path={accountPath(target)} />
  if (error) return <ErrorState error={error} what={name} onRetry={() => refetch()} />
  return data === undefined ? (
    <Waiting />
  ) : (
    <MissingPage title="This domain leads nowhere">{name} is not registered, or has no wallet.</MissingPage>
  )
}

type ReadLinkProps = {
  readonly reading: ParsedQuery | undefined
  /** That of the link, which can be in its fragment. */
  readonly path: string
  readonly rest: string
}

function Target({ reading, path, rest, children }: ReadLinkProps & { readonly children: ReactNode }) {
  switch (reading?.kind) {
    case 'account':
      return <Redirect path={`${accountPath(reading.address)}${rest}`} />
    case 'block': {
      const { blockId, rootHash, fileHash } = reading
      const hashes = rootHash && fileHash ? `?root_hash=${rootHash}&file_hash=${fileHash}` : ''
      return <Redirect path={blockSearch(blockId, '', hashes).path} />
    }
    case 'transaction': {
      const { address, lt, hash } = reading
      return address === undefined ? (
        <TransactionLink lt={lt} hash={hash} />
      ) : (
        <Redirect path={transactionSearch(address, lt, hash, '').path} />
      )
    }
    case 'transactionAt':
      return <PlacedLink address={reading.address} lt={reading.lt} />
    case 'hash':
      return /^\/(?:trace|message|msg)\//.test(path) ? (
        <Redirect path={tracePath(reading.hash)} />
      ) : /^\/library\//.test(path) ? (
        <Redirect path={`/library/${reading.hash}`} />
      ) : (
        <HashLink hash={reading.hash} isAccount={/^\/(?:account|address)\//.test(path)} />
      )
    case 'name':
      return <DomainLink name={reading.name} />
    case 'boc':
      return <Redirect path={`/cell?boc=${encodeURIComponent(reading.boc)}`} />
    case 'opcode':
      return <Redirect path={`/messages?opcode=${reading.opcode}`} />
    case 'time':
    case 'fault':
    case undefined:
      return children
  }
}

/**
 * Opens the page that the present path names in another form: a path of an older version or of another
 * explorer, a hash in base64, a domain. Shows its children if there is no such page.
 */
export function OldLink({ children }: { readonly children: ReactNode }) {
  const { pathname, searchStr, hash } = useLocation()
  const reading = useMemo(() => {
    const fragment = hash === '' ? '' : `#${hash}`
    return readQuery(`${pathname}${searchStr}${fragment}`)[0]
  }, [pathname, searchStr, hash])
  // A tab stays selected; parameters that name the account do not.
  const rest = /[?&]tab=/.test(searchStr) ? searchStr : ''
  return (
    <Target reading={reading} path={pathname === '/' ? hash.replace(/^!/, '') : pathname} rest={rest}>
      {children}
    </Target>
  )
}
