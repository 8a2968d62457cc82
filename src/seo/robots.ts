const modelTrainers = [
  "AI2Bot",
  "Amazonbot",
  "anthropic-ai",
  "Applebot-Extended",
  "Bytespider",
  "CCBot",
  "ClaudeBot",
  "cohere-training-data-crawler",
  "Diffbot",
  "FacebookBot",
  "Google-Extended",
  "GPTBot",
  "ImagesiftBot",
  "img2dataset",
  "Meta-ExternalAgent",
  "omgili",
  "Timpibot",
];

export function robotsTxt(origin: string, allowsAiTraining: boolean): string {
  const everybody = [
    "User-agent: *",
    "Allow: /api/docs",
    ...["/api/", "/dashboard", "/feedback/", "/identity/", "/sandbox/", "/newsletter/"].map(
      (path) => `Disallow: ${path}`,
    ),
  ];
  const trainers = [
    ...modelTrainers.map((name) => `User-agent: ${name}`),
    ...["/images/", "/drawings/", "/share/"].map((path) => `Disallow: ${path}`),
  ];
  const groups = allowsAiTraining ? [everybody] : [everybody, trainers];
  return [...groups.map((lines) => lines.join("\n")), `Sitemap: ${origin}/sitemap.xml`].join("\n\n") + "\n";
}
