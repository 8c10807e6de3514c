SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#documentation',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  defaultModelRendering: 'model',
  filter: true,
  displayRequestDuration: true,
  validatorUrl: null,
  // Requests from this page use a token: a session left in this browser must not answer in its place.
  requestInterceptor: (request) => ({ ...request, credentials: 'omit' }),
})
