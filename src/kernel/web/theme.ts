import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#e8f6f1',
  '#d0ece3',
  '#a6dacb',
  '#77c6b1',
  '#4fb69d',
  '#2a9d85',
  '#167d69',
  '#0f6a58',
  '#0b5547',
  '#083e34',
]

/** Shades 0 to 7 can carry ink; only 8 and 9 are text colours. */
const marigold: MantineColorsTuple = [
  '#fff6e2',
  '#ffeac1',
  '#ffdb95',
  '#ffcc69',
  '#fdbe47',
  '#f9b233',
  '#f5a623',
  '#e89613',
  '#8f5600',
  '#6f4200',
]

const coral: MantineColorsTuple = [
  '#fff0ec',
  '#ffddd4',
  '#ffbeae',
  '#ff9d86',
  '#fb8066',
  '#ee6244',
  '#cb452b',
  '#b5391f',
  '#932c17',
  '#6b1f10',
]

const gray: MantineColorsTuple = [
  '#fbf8f3',
  '#f5f0e7',
  '#ece5d9',
  '#e2d9ca',
  '#928977',
  '#6e675b',
  '#56605b',
  '#464b47',
  '#313733',
  '#1e2925',
]

const dark: MantineColorsTuple = [
  '#f4eee5',
  '#ddd5ca',
  '#c0b7ab',
  '#a1988c',
  '#403a34',
  '#322d29',
  '#262220',
  '#1b1816',
  '#141210',
  '#0e0c0b',
]

const overlay = { transitionProps: { duration: 180, transition: 'pop' as const } }

/**
 * Mantine's palettes carry the hues; pages use the semantic tokens in theme.css. `red` is coral, so that components
 * with red by default match.
 */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  colors: { teal, marigold, coral, red: coral, gray, dark },
  black: '#1e2925',
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: "'Inter Variable', 'Inter Fallback', 'Inter DejaVu Fallback', system-ui, sans-serif",
  headings: {
    fontFamily: "'Nunito Variable', 'Nunito Fallback', 'Nunito DejaVu Fallback', system-ui, sans-serif",
    fontWeight: '800',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.875rem, 1.45rem + 2vw, 2.75rem)', lineHeight: '1.15' },
      h2: { fontSize: 'clamp(1.5rem, 1.3rem + 1vw, 2rem)', lineHeight: '1.2' },
      h3: { fontSize: '1.375rem', lineHeight: '1.3' },
      h4: { fontSize: '1.125rem', lineHeight: '1.35' },
      h5: { fontSize: '1rem', lineHeight: '1.4' },
      h6: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '2rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  shadows: {
    xs: '0 1px 2px var(--shade)',
    sm: '0 1px 2px var(--shade), 0 4px 16px -6px var(--shade)',
    md: '0 1px 3px var(--shade), 0 12px 28px -10px var(--shade)',
    lg: '0 2px 4px var(--shade), 0 20px 44px -14px var(--shade)',
    xl: '0 4px 8px var(--shade), 0 32px 64px -18px var(--shade)',
  },
  components: {
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle' } },
    Alert: { defaultProps: { radius: 'lg' } },
    Badge: { defaultProps: { size: 'lg', variant: 'light' } },
    Button: { defaultProps: { size: 'md' } },
    Card: { defaultProps: { padding: 'lg', radius: 'lg', shadow: 'sm', withBorder: true } },
    Checkbox: { defaultProps: { size: 'md' } },
    Container: { defaultProps: { size: 'lg' } },
    // Red weekends would look like unavailable days.
    DatePicker: { defaultProps: { size: 'md', weekendDays: [] } },
    DatePickerInput: { defaultProps: { weekendDays: [] } },
    Drawer: { defaultProps: { padding: 'lg', transitionProps: { duration: 180 } } },
    InputWrapper: { defaultProps: { size: 'md' } },
    Input: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: {
        // Its header is part of the dialog, not a second banner of the page.
        attributes: { header: { role: 'presentation' } },
        centered: true,
        closeButtonProps: { 'aria-label': 'Close', size: 44 },
        padding: 'lg',
        radius: 'lg',
        ...overlay,
      },
    },
    Notification: { defaultProps: { radius: 'lg' } },
    Paper: { defaultProps: { radius: 'lg' } },
    Radio: { defaultProps: { size: 'md' } },
    Switch: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md' } },
  },
})

/** Maps a palette's `light` and `subtle` variants to a meaning's tokens, which suit both schemes. */
const softVariant = (palette: string, meaning: string) => ({
  [`--mantine-color-${palette}-light`]: `var(--${meaning}-soft)`,
  [`--mantine-color-${palette}-light-hover`]: `var(--${meaning}-hover)`,
  [`--mantine-color-${palette}-light-color`]: `var(--${meaning}-text)`,
  [`--mantine-color-${palette}-text`]: `var(--${meaning}-text)`,
})

/**
 * Points Mantine's semantic variables at our tokens. Its `body` colour is behind cards, menus and dialogs, hence the
 * surface; theme.css sets the page's ground on the body element.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const tokens = {
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-anchor': 'var(--primary-text)',
    '--mantine-color-error': 'var(--bad-text)',
    '--mantine-color-success': 'var(--primary-text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--ink-soft)',
    '--mantine-color-disabled-border': 'var(--line)',
    ...softVariant('teal', 'good'),
    ...softVariant('marigold', 'warn'),
    ...softVariant('coral', 'bad'),
    ...softVariant('red', 'bad'),
    '--mantine-color-marigold-filled': 'var(--accent)',
    '--mantine-color-marigold-filled-hover': 'var(--accent-hover)',
    '--mantine-color-marigold-outline': 'var(--accent-text)',
  }
  return { variables: {}, light: tokens, dark: tokens }
}
