import { ChevronDown } from 'lucide'
import { useState } from 'react'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { Article } from '#/support/help-articles.ts'
import css from './ArticleView.module.css'
import { Blocks } from './Blocks.tsx'

const lateAnswer = onDemand(() => import('./LateAnswer.tsx'))

export function ArticleView({ article: { id, title, blocks } }: { article: Article }) {
  const [isOpen, setOpen] = useState(false)
  const Late = useOnDemand(lateAnswer, isOpen && !blocks)
  return (
    <details
      id={id}
      className={css.article}
      // It may have been opened before hydration.
      ref={(details) => void (details?.open && setOpen(true))}
      onToggle={() => setOpen(true)}
    >
      <summary>
        <h3>{title}</h3>
        <LineIcon icon={ChevronDown} />
      </summary>
      <div className={css.answer}>
        {blocks ? <Blocks blocks={blocks} /> : Late ? <Late id={id} /> : <p role="status">Loading…</p>}
        <a href={`#${id}`} className={css.link}>
          Link to this answer
        </a>
      </div>
    </details>
  )
}
