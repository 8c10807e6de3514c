import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['<p>Plain &amp; good.</p>\n<p>No<br/>salt</p>', 'Plain & good.\nNo\nsalt'],
  ['<ul>\n<li>Oats</li><li><b>Rye</b> bread</li></ul>', '• Oats\n• Rye bread'],
  ['<script>alert(1)</script>Fine<!-- hidden --><style>p{}', 'Fine'],
  ['Weight < 5 kg, R&D\nsecond line', 'Weight < 5 kg, R&D\nsecond line'],
  ['&#8377;449 &#x20B9;449 &eacute; &#99999999;', '₹449 ₹449 &eacute; &#99999999;'],
  ['', ''],
])('%j becomes %j', (html, text) => {
  expect(plainText(html)).toBe(text)
})
