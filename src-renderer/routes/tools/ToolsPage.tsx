import { Link } from '@tanstack/react-router'
import {
  Binary,
  Braces,
  FunctionSquare,
  KeyRound,
  type LucideIcon,
  Plug,
  Send,
  Server,
  SlidersHorizontal,
} from 'lucide-react'
import { base } from '../../api/base.ts'
import { PageHeader } from '../../components/PageHeader.tsx'
import styles from './ToolsPage.module.css'

type Tool = {
  readonly to: string
  readonly title: string
  readonly text: string
  readonly Icon: LucideIcon
}

const ELECTOR = 'Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF'

const TOOLS: readonly Tool[] = [
  {
    to: '/send',
    title: 'Send a message',
    text: 'Inspect an external message, estimate its fee, send it, and follow it into its block.',
    Icon: Send,
  },
  {
    to: `/account/${ELECTOR}?tab=methods`,
    title: 'Run a get-method',
    text: 'On the Methods tab of every contract. This opens the elector’s.',
    Icon: FunctionSquare,
  },
  {
    to: '/cell',
    title: 'Inspect a cell',
    text: 'Open a bag of cells as a tree, see what it is, change it, and copy it.',
    Icon: Binary,
  },
  {
    to: '/config',
    title: 'Configuration',
    text: 'Fees, limits, validators and all other parameters of the network, now or at any block.',
    Icon: SlidersHorizontal,
  },
  {
    to: '/sdk',
    title: 'Point your SDK here',
    text: 'Addresses and examples for @ton/ton, tonweb, ton-lite-client and curl.',
    Icon: Plug,
  },
  {
    to: '/access',
    title: 'API access',
    text: 'API keys and request rates of this gateway, and the switch for both.',
    Icon: KeyRound,
  },
  {
    to: '/liteservers',
    title: 'Liteservers',
    text: 'Which servers are used, how fast they answer, what they refuse, and what they keep.',
    Icon: Server,
  },
]

/** Links to the explorer's tools. */
export function ToolsPage() {
  return (
    <>
      <title>Tools · Tonscope</title>
      <PageHeader title="Tools" />
      <ul className={styles.tools}>
        {TOOLS.map(({ to, title, text, Icon }) => (
          <li key={to}>
            <Link to={to} className={styles.tool}>
              <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
              <span className={styles.title}>{title}</span>
              <span className={styles.text}>{text}</span>
            </Link>
          </li>
        ))}
        <li>
          <a href={base.at('/docs')} className={styles.tool}>
            <Braces aria-hidden="true" size={20} strokeWidth={1.75} />
            <span className={styles.title}>API reference</span>
            <span className={styles.text}>All operations of the HTTP API, with examples to run.</span>
          </a>
        </li>
      </ul>
    </>
  )
}
