import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import css from './SectionCard.module.css'

type Props = {
  title: string
  action?: { label: string; onClick(): void; ref?: React.Ref<HTMLButtonElement> } | undefined
  children: ReactNode
}

export function SectionCard({ title, action, children }: Props) {
  const titleId = useId()
  return (
    <section className={css.card} aria-labelledby={titleId}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {action && (
          <Button ref={action.ref} variant="subtle" aria-describedby={titleId} onClick={action.onClick}>
            {action.label}
          </Button>
        )}
      </div>
      {children}
    </section>
  )
}
