import * as DropdownMenu from 'radix-ui/dropdown-menu'
import menu from '../../../components/Menu.module.css'
import { ExportButton } from './ExportButton.tsx'

export type ExportForm = 'png' | 'svg' | 'json' | 'csv'

const FORMS: readonly { readonly form: ExportForm; readonly label: string; readonly what: string }[] = [
  { form: 'png', label: 'PNG', what: 'picture' },
  { form: 'svg', label: 'SVG', what: 'drawing' },
  { form: 'json', label: 'JSON', what: 'answer of the API' },
  { form: 'csv', label: 'CSV', what: 'transactions' },
]

export type ExportListProps = { readonly onExport: (form: ExportForm) => void }

/** The menu of forms, which is open at first. */
export function ExportList({ onExport }: ExportListProps) {
  return (
    // Not modal: a modal menu would add a style element, which the content security policy blocks.
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <ExportButton />
      </DropdownMenu.Trigger>
      {/* Within the page's landmark. */}
      <DropdownMenu.Portal container={document.getElementById('page')}>
        <DropdownMenu.Content className={menu.content} align="end" sideOffset={6}>
          {FORMS.map(({ form, label, what }) => (
            <DropdownMenu.Item key={form} className={menu.item} onSelect={() => onExport(form)}>
              {label}
              <span className={menu.value}>{what}</span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
