import type { ReactNode } from 'react'
import css from './NoteBody.module.css'

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tabular">{children}</dd>
    </div>
  )
}

export function Words({ title, children }: { title: string; children: string | null }) {
  return (
    children && (
      <Part title={title}>
        <p className={css.text}>{children}</p>
      </Part>
    )
  )
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
