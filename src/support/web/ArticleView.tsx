import { ChevronDown } from 'lucide'
import { Link } from 'react-router'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import type { Article, Block } from '#/support/help-articles.ts'
import css from './ArticleView.module.css'

export function ArticleView({ article: { id, title, blocks } }: { article: Article }) {
  return (
    <details id={id} className={css.article}>
      <summary>
        <h3>{title}</h3>
        <LineIcon icon={ChevronDown} />
      </summary>
      <div className={css.answer}>
        {blocks.map((block) => (
          <BlockView key={JSON.stringify(block)} block={block} />
        ))}
        <a href={`#${id}`} className={css.link}>
          Link to this answer
        </a>
      </div>
    </details>
  )
}

function BlockView({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{block}</p>
  if ('to' in block)
    return (
      <p>
        <Link to={block.to}>{block.label}</Link>
      </p>
    )
  if ('href' in block)
    return (
      <p>
        <a href={block.href}>{block.label}</a>
      </p>
    )
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {block.list.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </List>
  )
}
