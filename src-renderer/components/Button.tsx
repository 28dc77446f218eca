import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './classNames.ts'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  readonly tone?: 'plain' | 'main' | 'danger'
  readonly submit?: boolean
  /** True while the action runs: the button is then disabled. */
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
