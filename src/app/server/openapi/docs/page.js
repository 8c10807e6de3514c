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
  // What is tried here is tried with a token: a session left in this browser must not answer in its place.
  requestInterceptor: (request) => ({ ...request, credentials: 'omit' }),
})
