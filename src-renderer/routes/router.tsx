import { createRootRoute, createRoute, createRouter, useLocation } from '@tanstack/react-router'
import { base } from '../api/base.ts'
import { Layout } from '../layout/Layout.tsx'
import { lazyPage } from '../loading/lazyPage.tsx'
import { HomePage } from './home/HomePage.tsx'
import { NotFoundPage, ReadLink } from './NotFoundPage.tsx'
import { PageCrashed } from './PageCrashed.tsx'
import {
  parseSearch,
  readAccountSearch,
  readBlockSearch,
  readBlocksSearch,
  readCellSearch,
  readConfigSearch,
  readIndexSearch,
  readListSearch,
  readMessagesSearch,
  readReplaySearch,
  readTraceSearch,
  readTransactionSearch,
  stringifySearch,
} from './searchParams.ts'

const root = createRootRoute({
  component: Layout,
  notFoundComponent: NotFoundPage,
})

/** Other explorers have links with the path of a page, or the name of an object, after `/#` and `/?`. */
function HomeOrLink() {
  const { hash, searchStr } = useLocation()
  const isLink = /^!?\//.test(hash) || searchStr !== ''
  return isLink ? (
    <ReadLink>
      <HomePage />
    </ReadLink>
  ) : (
    <HomePage />
  )
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // A part of the start script, so that the start needs no second request.
  component: HomeOrLink,
})

const blocks = createRoute({
  getParentRoute: () => root,
  path: '/blocks',
  validateSearch: readBlocksSearch,
  component: lazyPage(() => import('./blocks/BlocksPage.tsx'), 'BlocksPage'),
})

const block = createRoute({
  getParentRoute: () => root,
  path: '/block/$workchain/$shard/$seqno',
  validateSearch: readBlockSearch,
  component: lazyPage(() => import('./block/BlockPage.tsx'), 'BlockPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account/$address',
  validateSearch: readAccountSearch,
  component: lazyPage(() => import('./account/AccountPage.tsx'), 'AccountPage'),
})

const transaction = createRoute({
  getParentRoute: () => root,
  path: '/transaction/$account/$lt/$hash',
  validateSearch: readTransactionSearch,
  component: lazyPage(() => import('./transaction/TransactionPage.tsx'), 'TransactionPage'),
})

const trace = createRoute({
  getParentRoute: () => root,
  path: '/trace/$hash',
  validateSearch: readTraceSearch,
  component: lazyPage(() => import('./trace/TracePage.tsx'), 'TracePage'),
})

const replay = createRoute({
  getParentRoute: () => root,
  path: '/replay/$account',
  validateSearch: readReplaySearch,
  component: lazyPage(() => import('./replay/ReplayPage.tsx'), 'ReplayPage'),
})

const tokens = createRoute({
  getParentRoute: () => root,
  path: '/tokens',
  validateSearch: readListSearch,
  component: lazyPage(() => import('./tokens/TokensPage.tsx'), 'TokensPage'),
})

const nfts = createRoute({
  getParentRoute: () => root,
  path: '/nfts',
  validateSearch: readListSearch,
  component: lazyPage(() => import('./nfts/NftsPage.tsx'), 'NftsPage'),
})

const messages = createRoute({
  getParentRoute: () => root,
  path: '/messages',
  validateSearch: readMessagesSearch,
  component: lazyPage(() => import('./messages/MessagesPage.tsx'), 'MessagesPage'),
})

const index = createRoute({
  getParentRoute: () => root,
  path: '/index',
  validateSearch: readIndexSearch,
  component: lazyPage(() => import('./index/IndexPage.tsx'), 'IndexPage'),
})

const watched = createRoute({
  getParentRoute: () => root,
  path: '/watched',
  validateSearch: readListSearch,
  component: lazyPage(() => import('./watched/WatchedPage.tsx'), 'WatchedPage'),
})

const labels = createRoute({
  getParentRoute: () => root,
  path: '/labels',
  component: lazyPage(() => import('./labels/LabelsPage.tsx'), 'LabelsPage'),
})

const library = createRoute({
  getParentRoute: () => root,
  path: '/library/$hash',
  component: lazyPage(() => import('./library/LibraryPage.tsx'), 'LibraryPage'),
})

const liteservers = createRoute({
  getParentRoute: () => root,
  path: '/liteservers',
  component: lazyPage(() => import('./liteservers/LiteserversPage.tsx'), 'LiteserversPage'),
})

const faucet = createRoute({
  getParentRoute: () => root,
  path: '/faucet',
  component: lazyPage(() => import('./faucet/FaucetPage.tsx'), 'FaucetPage'),
})

const devnet = createRoute({
  getParentRoute: () => root,
  path: '/controls',
  component: lazyPage(() => import('./devnet/DevnetPage.tsx'), 'DevnetPage'),
})

const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  component: lazyPage(() => import('./tools/ToolsPage.tsx'), 'ToolsPage'),
})

const sdk = createRoute({
  getParentRoute: () => root,
  path: '/sdk',
  component: lazyPage(() => import('./tools/SdkPage.tsx'), 'SdkPage'),
})

const access = createRoute({
  getParentRoute: () => root,
  path: '/access',
  component: lazyPage(() => import('./access/AccessPage.tsx'), 'AccessPage'),
})

const networks = createRoute({
  getParentRoute: () => root,
  path: '/networks',
  component: lazyPage(() => import('./networks/NetworksPage.tsx'), 'NetworksPage'),
})

const config = createRoute({
  getParentRoute: () => root,
  path: '/config',
  validateSearch: readConfigSearch,
  component: lazyPage(() => import('./config/ConfigPage.tsx'), 'ConfigPage'),
})

const cell = createRoute({
  getParentRoute: () => root,
  path: '/cell',
  validateSearch: readCellSearch,
  component: lazyPage(() => import('./cell/CellPage.tsx'), 'CellPage'),
})

const send = createRoute({
  getParentRoute: () => root,
  path: '/send',
  component: lazyPage(() => import('./send/SendPage.tsx'), 'SendPage'),
})

const transactions = createRoute({
  getParentRoute: () => root,
  path: '/transactions',
  component: lazyPage(() => import('./transactions/TransactionsPage.tsx'), 'TransactionsPage'),
})

const routeTree = root.addChildren([
  home,
  blocks,
  block,
  account,
  transaction,
  transactions,
  trace,
  replay,
  tokens,
  nfts,
  messages,
  index,
  watched,
  labels,
  library,
  liteservers,
  faucet,
  devnet,
  tools,
  sdk,
  access,
  networks,
  config,
  cell,
  send,
])

export function createExplorerRouter() {
  return createRouter({
    routeTree,
    basepath: base.at('/'),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: PageCrashed,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    trailingSlash: 'never',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createExplorerRouter>
  }
}
