import type { Article, HelpTopic } from './help-articles.ts'

/** Words that people type, and the words of ours that mean the same. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  invoice: ['receipt'],
  bill: ['receipt'],
  role: ['role', 'profile as a vet'],
  sitter: ['walks and day care', 'overnight stays'],
  delete: ['deleted'],
  remove: ['deleted', 'cancel'],
  login: ['log in', 'logged in'],
  reschedule: ['move an appointment'],
  privacy: ['who can see', 'privacy'],
}

/** Lower case, without accents: what a hurried thumb types finds what was written with care. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()

function textOf({ blocks }: Article): string {
  const texts = blocks.map((block) =>
    typeof block === 'string' ? block : 'list' in block ? block.list.join(' ') : block.label,
  )
  return plain(texts.join(' '))
}

/** Whether two words differ by one letter that is wrong, missing, too many, or has changed places with the next. */
function isOneSlipAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at++
  const rest = (word: string, from: number) => word.slice(at + from)
  return (
    rest(typed, 1) === rest(meant, 1) ||
    rest(typed, 1) === rest(meant, 0) ||
    rest(typed, 0) === rest(meant, 1) ||
    (typed[at] === meant[at + 1] && typed[at + 1] === meant[at] && rest(typed, 2) === rest(meant, 2))
  )
}

/** How well a text has a word: 3 as it is, 2 by a word that means the same, 1 with a slip, 0 not at all. */
function scoreOf(word: string, text: string): number {
  if (text.includes(word)) return 3
  if (synonyms[word]?.some((same) => text.includes(same))) return 2
  const isTypo = word.length > 3 && text.split(/[^\p{L}\p{N}]+/u).some((one) => isOneSlipAway(word, one))
  return isTypo ? 1 : 0
}

/**
 * The articles that have every word of the query, best first: a word in the title counts more than one in the text. A
 * topic's name counts for its articles, and topics come in the order of their best article.
 */
export function searchHelp(topics: readonly HelpTopic[], query: string): HelpTopic[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...topics]
  const scored = topics.map((topic) => {
    const articles = topic.articles
      .map((article) => ({ article, score: scoreIn(article, topic.name, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
    return { topic, articles, best: articles[0]?.score ?? 0 }
  })
  return scored
    .filter(({ best }) => best > 0)
    .sort((a, b) => b.best - a.best)
    .map(({ topic, articles }) => ({ ...topic, articles: articles.map(({ article }) => article) }))
}

function scoreIn(article: Article, topicName: string, words: readonly string[]): number {
  const [title, text] = [plain(article.title), `${plain(topicName)} ${textOf(article)}`]
  const scores = words.map((word) => Math.max(scoreOf(word, title) * 10, scoreOf(word, text)))
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}
