import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../loading/lazyPart.tsx'
import { MissingPage } from './MissingPage.tsx'

function NotFound() {
  return (
    <MissingPage title="Page not found">
      Search for an account, a block or a transaction in the box above (<kbd>/</kbd>).
    </MissingPage>
  )
}

/** The decoders of links are not a part of the start script. */
const OldLink = lazyPart(() => import('./oldLinks/OldLink.tsx'), 'OldLink', NotFound)

/** Opens the page that a path of another form means, otherwise shows its children. */
export function ReadLink({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense>
      <OldLink>{children}</OldLink>
    </Suspense>
  )
}

/** The page for an unknown path. */
export function NotFoundPage() {
  return (
    <ReadLink>
      <NotFound />
    </ReadLink>
  )
}

type NotReadableProps = {
  /** The title: "This is not an account address". */
  readonly title: string
  /** A sentence about the fault. */
  readonly sentence: string
}

/** The page for a path with a malformed name of an object: a mistyped account, a hash that is too short. */
export function NotReadable({ title, sentence }: NotReadableProps) {
  return (
    <ReadLink>
      <MissingPage title={title}>{sentence}</MissingPage>
    </ReadLink>
  )
}
