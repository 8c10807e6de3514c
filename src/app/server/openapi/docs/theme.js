// Before anything is painted: what was chosen in the app, otherwise what the system says.
const chosen = localStorage.getItem('mantine-color-scheme-value')
const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
const scheme = chosen === 'dark' || chosen === 'light' ? chosen : system
document.documentElement.classList.toggle('dark-mode', scheme === 'dark')
