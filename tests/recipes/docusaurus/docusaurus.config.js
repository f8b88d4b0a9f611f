module.exports = {
  title: 'recipe',
  url: 'https://example.org',
  baseUrl: '/',
  presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: false }, blog: false }]],
};
