import { Link } from 'react-router'
import type { Block } from '#/support/help-articles.ts'

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block) => <BlockView key={JSON.stringify(block)} block={block} />)

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
