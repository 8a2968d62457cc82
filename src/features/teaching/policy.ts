/** Characters (Unicode code points) of the text of an application. */
export const textLength = { least: 20, most: 2000 } as const;
export const longestPortfolio = 500;

/** Whether it is the whole address of a page on the web. */
export const isPortfolioAddress = (address: string): boolean =>
  /^https?:\/\/[^\s/]\S*$/i.test(address) && URL.canParse(address);
