import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './classNames.ts'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  readonly tone?: 'plain' | 'main' | 'danger'
  readonly submit?: boolean
  /** At work: it keeps its place and can't be pressed again. */
  readonly busy?: boolean
  readonly children: ReactNode
}

export function Button({
  tone = 'plain',
  submit = false,
  busy = false,
  children,
  className,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      className={classNames(styles.button, className)}
      data-tone={tone}
      data-busy={busy ? '' : undefined}
      aria-busy={busy || undefined}
      disabled={disabled === true || busy}
    >
      {children}
    </button>
  )
}
