import type { Article, HelpTopic } from './help-articles.ts'
import { blocksOf } from './late-answers.ts'

/** Maps words that people type to our words for the same. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  invoice: ['receipt'],
  bill: ['receipt'],
  role: ['role', 'profile as a vet'],
  sitter: ['sitter', 'walks and day care', 'overnight stays'],
  boarding: ['overnight stay'],
  delete: ['deleted'],
  remove: ['deleted', 'cancel'],
  login: ['log in', 'logged in'],
  reschedule: ['move an appointment'],
  privacy: ['who can see', 'privacy'],
}

/** Drops case and accents, because people search in a hurry. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()

function textOf(article: Article): string {
  const texts = blocksOf(article).map((block) =>
    typeof block === 'string' ? block : 'list' in block ? block.list.join(' ') : block.label,
  )
  return plain(texts.join(' '))
}

/** Tells whether two words differ by one letter that is wrong, missing, extra, or swapped with the next. */
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

/** Scores a word in a text: 3 for an exact match, 2 for a synonym, 1 with a typo, 0 for none. */
function scoreOf(word: string, text: string): number {
  if (text.includes(word)) return 3
  if (synonyms[word]?.some((same) => text.includes(same))) return 2
  const isTypo = word.length > 3 && text.split(/[^\p{L}\p{N}]+/u).some((one) => isOneSlipAway(word, one))
  return isTypo ? 1 : 0
}

/**
 * Finds the articles with every word of the query, best first. A word in the title counts more than one in the text. A
 * topic's name counts for its articles, and topics follow their best article.
 */
export function searchHelp(topics: readonly HelpTopic[], query: string): HelpTopic[] {
  if (!query.trim()) return [...topics]
  // Signs alone find nothing.
  const words = plain(query)
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return []
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
