import type { Article, HelpTopic } from './help-articles.ts'

/** Lower case, without accents: what a hurried thumb types finds what was written with care. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()

function wordsOf({ title, blocks }: Article): string {
  const texts = blocks.map((block) =>
    typeof block === 'string' ? block : 'list' in block ? block.list.join(' ') : block.label,
  )
  return plain([title, ...texts].join(' '))
}

/** The articles that contain every word of the query, still by topic; a topic's name counts for its articles. */
export function searchHelp(topics: readonly HelpTopic[], query: string): HelpTopic[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  return topics
    .map((topic) => ({
      ...topic,
      articles: topic.articles.filter((article) => {
        const text = `${plain(topic.name)} ${wordsOf(article)}`
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ articles }) => articles.length > 0)
}
