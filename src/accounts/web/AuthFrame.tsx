import { type ReactNode, useEffect, useRef } from 'react'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { Soon } from '#/kernel/web/Soon.tsx'
import css from './AuthFrame.module.css'

type Props = {
  title: string
  lead: ReactNode
  children?: ReactNode
  footer?: ReactNode
  /** It takes the place of a form just sent: it gets the focus, or a screen reader would say nothing. */
  isAnswer?: boolean
}

/** What stands around the forms of signing up and in: the form first, beside it why it is worth it. */
export function AuthFrame({ title, lead, children, footer, isAnswer = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isAnswer) heading.current?.focus()
  }, [isAnswer])
  return (
    <div className={css.page}>
      <div className={css.card}>
        <h1 ref={heading} tabIndex={isAnswer ? -1 : undefined}>
          {title}
        </h1>
        <p className={css.lead}>{lead}</p>
        {children}
        {footer && <p className={css.footer}>{footer}</p>}
      </div>
      <aside className={css.aside} aria-label="What you can do here">
        <Drawing name="hero" className={css.drawing} />
        <ul className={css.promises}>
          <li>
            Vets near you <Soon path="/services/book-a-vet" />
          </li>
          <li>
            Sitters, trainers and stylists <Soon path="/services/book-pet-sitter" />
          </li>
          <li>Every visit, note and bill of your pet in one place</li>
          <li>Free for pet owners</li>
        </ul>
      </aside>
    </div>
  )
}
