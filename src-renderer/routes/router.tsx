import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Frame } from '../frame/Frame.tsx'
import { HomePage } from './home/HomePage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PageCrashed } from './PageCrashed.tsx'
import {
  parseSearch,
  readAccountSearch,
  readBlockSearch,
  readBlocksSearch,
  readIndexSearch,
  readListSearch,
  readMessagesSearch,
  readTraceSearch,
  readTransactionSearch,
  stringifySearch,
} from './searchParams.ts'

const root = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundPage,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Part of the first script: a start needs no second round for it.
  component: HomePage,
})

const blocks = createRoute({
  getParentRoute: () => root,
  path: '/blocks',
  validateSearch: readBlocksSearch,
  component: lazyRouteComponent(() => import('./blocks/BlocksPage.tsx'), 'BlocksPage'),
})

const block = createRoute({
  getParentRoute: () => root,
  path: '/block/$workchain/$shard/$seqno',
  validateSearch: readBlockSearch,
  component: lazyRouteComponent(() => import('./block/BlockPage.tsx'), 'BlockPage'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account/$address',
  validateSearch: readAccountSearch,
  component: lazyRouteComponent(() => import('./account/AccountPage.tsx'), 'AccountPage'),
})

const transaction = createRoute({
  getParentRoute: () => root,
  path: '/transaction/$account/$lt/$hash',
  validateSearch: readTransactionSearch,
  component: lazyRouteComponent(() => import('./transaction/TransactionPage.tsx'), 'TransactionPage'),
})

const trace = createRoute({
  getParentRoute: () => root,
  path: '/trace/$hash',
  validateSearch: readTraceSearch,
  component: lazyRouteComponent(() => import('./trace/TracePage.tsx'), 'TracePage'),
})

const tokens = createRoute({
  getParentRoute: () => root,
  path: '/tokens',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./tokens/TokensPage.tsx'), 'TokensPage'),
})

const nfts = createRoute({
  getParentRoute: () => root,
  path: '/nfts',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./nfts/NftsPage.tsx'), 'NftsPage'),
})

const messages = createRoute({
  getParentRoute: () => root,
  path: '/messages',
  validateSearch: readMessagesSearch,
  component: lazyRouteComponent(() => import('./messages/MessagesPage.tsx'), 'MessagesPage'),
})

const index = createRoute({
  getParentRoute: () => root,
  path: '/index',
  validateSearch: readIndexSearch,
  component: lazyRouteComponent(() => import('./index/IndexPage.tsx'), 'IndexPage'),
})

const library = createRoute({
  getParentRoute: () => root,
  path: '/library/$hash',
  component: lazyRouteComponent(() => import('./library/LibraryPage.tsx'), 'LibraryPage'),
})

const faucet = createRoute({
  getParentRoute: () => root,
  path: '/faucet',
  component: lazyRouteComponent(() => import('./faucet/FaucetPage.tsx'), 'FaucetPage'),
})

const devnet = createRoute({
  getParentRoute: () => root,
  path: '/devnet',
  component: lazyRouteComponent(() => import('./devnet/DevnetPage.tsx'), 'DevnetPage'),
})

const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  component: lazyRouteComponent(() => import('./tools/ToolsPage.tsx'), 'ToolsPage'),
})

const sdk = createRoute({
  getParentRoute: () => root,
  path: '/sdk',
  component: lazyRouteComponent(() => import('./tools/SdkPage.tsx'), 'SdkPage'),
})

const access = createRoute({
  getParentRoute: () => root,
  path: '/access',
  component: lazyRouteComponent(() => import('./access/AccessPage.tsx'), 'AccessPage'),
})

const send = createRoute({
  getParentRoute: () => root,
  path: '/send',
  component: lazyRouteComponent(() => import('./send/SendPage.tsx'), 'SendPage'),
})

const transactions = createRoute({
  getParentRoute: () => root,
  path: '/transactions',
  component: lazyRouteComponent(() => import('./transactions/TransactionsPage.tsx'), 'TransactionsPage'),
})

const routeTree = root.addChildren([
  home,
  blocks,
  block,
  account,
  transaction,
  transactions,
  trace,
  tokens,
  nfts,
  messages,
  index,
  library,
  faucet,
  devnet,
  tools,
  sdk,
  access,
  send,
])

export function createExplorerRouter() {
  return createRouter({
    routeTree,
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
